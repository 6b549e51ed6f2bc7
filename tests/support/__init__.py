"""What several tests need: tiny programs and the scenarios of this repository."""
