"""The table and the chart: all programs are in them, and the chart is sound SVG."""

import unittest
from xml.etree import ElementTree

from runner import chart, report
from tests.test_results import document

SVG = "{http://www.w3.org/2000/svg}"
RESULTS = document(
    {
        "fast": {"original": [30.0] * 15, "rewritten": [10.0] * 15, "expert": [8.0] * 15, "per-thread": [30.0] * 15,
                 "bound": [5.0] * 15},
        "alone": {"original": [20.0] * 15},
        "slow": {"original": [10.0] * 15, "rewritten": [14.0] * 15},
        "broken": {"original": [10.0] * 15},
    },
    unchanged=["alone"],
    failures={"broken": {"rewritten": "exit status 1\nand more"}},
)


class Table(unittest.TestCase):
    def test_rows(self):
        lines = report.markdown(RESULTS).splitlines()
        rows = {line.split("|")[1].strip(): line for line in lines if line.startswith("| ")}
        self.assertEqual(
            rows["fast"], "| fast | 30.0 ms | 10.0 ms | 3.00× (3.00–3.00) | 1.18× | 3.75× | 80 % | 50 % | 1.00× | 15 |"
        )
        self.assertEqual(rows["alone"], "| alone | 20.0 ms | unchanged | 1.00× | 1.00× | – | – | – | – | 15 |")
        self.assertIn("slower", rows["slow"])
        self.assertEqual(rows["broken"], "| broken | 10.0 ms | – | – | – | – | – | – | – | 15 |")
        self.assertIn("Slower: slow.", report.markdown(RESULTS))
        self.assertEqual(lines[-1], "broken, rewritten: exit status 1")

    def test_cells_of_a_row_are_as_many_as_columns(self):
        counts = {line.count("|") for line in report.markdown(RESULTS).splitlines() if line.startswith("|")}
        self.assertEqual(len(counts), 1)


class Chart(unittest.TestCase):
    def test_rows_are_in_the_order_of_speedups(self):
        texts = [text.text for text in ElementTree.fromstring(chart.svg(RESULTS)).iter(f"{SVG}text")]
        self.assertEqual([text for text in texts if text in RESULTS["programs"]], ["fast", "alone", "slow"])
        self.assertIn("3.00×", texts)
        self.assertIn("unchanged", texts)

    def test_marks_lie_inside(self):
        root = ElementTree.fromstring(chart.svg(RESULTS))
        for mark in (*root.iter(f"{SVG}circle"), *root.iter(f"{SVG}line")):
            for name in ("cx", "x1", "x2"):
                if name in mark.attrib:
                    self.assertTrue(0 < float(mark.attrib[name]) < chart.WIDTH, mark.attrib)

    def test_the_axis_is_logarithmic_and_holds_one(self):
        axis = chart.Axis([8.0, 2.0])
        self.assertAlmostEqual(axis.at(2) - axis.at(1), axis.at(8) - axis.at(4))
        self.assertIn(1.0, axis.ticks())
        self.assertGreaterEqual(axis.at(1), chart.LEFT)

    def test_names_are_escaped_and_nothing_is_no_error(self):
        named = document({"a<b": {"original": [1.0], "rewritten": [1.0]}}, device="A & B")
        ElementTree.fromstring(chart.svg(named))
        ElementTree.fromstring(chart.svg(document({"p": {"original": [1.0]}})))


if __name__ == "__main__":
    unittest.main()
