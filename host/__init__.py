"""What touches the machine, in one way for all: files. Knows neither language, nor rules, nor table."""
