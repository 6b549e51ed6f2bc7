"""What touches the machine, in one way for all: files, the disk cache, child processes, streams, folders,
text that leaves. Knows neither language, nor rules, nor table.
"""
