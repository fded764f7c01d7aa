"""What is asked of the machine: folders, processes, git, hashes, kept patterns."""
