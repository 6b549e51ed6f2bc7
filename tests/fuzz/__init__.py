"""Hostile inputs by the million: `make fuzz`, and a small share of it in the suite.

A target (`targets/`) makes inputs from a generator of chance and judges what becomes of them; `judging` holds
each to its limits, `worker` and `campaign` run them for as long as they are told. Whatever fails lies in
`corpus/`, and has to pass for ever after. Input number N of a target in the run of seed S is the same on
every machine: `make fuzz ONLY=sources:S:N`.

Rejected: coverage guidance (atheris), which needs clang and Linux, slows Python to a tenth, and finds its way
by single bytes, where what we read are trees and sentences; and hypothesis, which a test of one property is
well served with, but which keeps neither count nor pace over a million inputs.
"""
