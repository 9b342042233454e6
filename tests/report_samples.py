"""Names and ids that want to break out of whatever they are printed in."""

HOSTILE = [
    "x---><script>alert(1)</script>", "<!-- x", "a\nb", "a\r\nb", "a\tb", "\x1b[31mred\x1b[0m", "\x9b31m", "\x07bell",
    "\x00nul", "a|b", "`code`", "[link](x)", "\\input{secret}", "a\n\\input{secret}", "%\n\\write18{ls}",
    "$x$ & y_1 ~ ^", "=cmd|' /C calc'!A0", "+1+1",
    "-2+3", "@SUM(A1)", '"quoted"', "'", ",", ";", "  blank  ", "\u2028line", "\u0085next",
    "\u202eright to left", "é", "文档", "😀", "{}", "{0}", "%s", "[optional]", "all", "",
]  # fmt: skip
CONTROL = {*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, 0x202E} - {ord("\n")}
