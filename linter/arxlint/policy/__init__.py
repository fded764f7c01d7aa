"""What happens to a diagnostic after judgement: hidden, accepted, fixed."""
