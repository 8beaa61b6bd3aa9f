from rebaz_ai.evaluation.evaluator import Evaluator

class JackeMaterialEvaluator(Evaluator):
    def __init__(self) -> None: ...
