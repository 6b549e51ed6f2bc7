"""What happens next: starting, answering and ending games with linked code, campaigns too. Says nothing to
people.
"""
