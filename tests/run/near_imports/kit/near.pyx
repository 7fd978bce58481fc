MINE = 7 / 2
