def parse_rst(t): return ()
