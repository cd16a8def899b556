"""Games for learners: what `quadrille.doudizhu` and `quadrille.daifugo` hand out when it is asked for.

``vector`` needs Gymnasium, ``turns`` PettingZoo, ``rlcard`` neither.
"""
