"""Facts about checked rules: who calls whom, what each body reads and writes. Reports nothing; lints do."""
