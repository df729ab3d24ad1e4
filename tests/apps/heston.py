"""The semi-closed price of a call under the Heston model, and its derivatives, by quadrature: an oracle that shares nothing with cde.

The characteristic function of the logarithm of the spot is Heston's (1993), written so that its logarithm stays on one branch (Albrecher, Mayer,
Schoutens and Tistaert, "The little Heston trap", 2007). The price is one integral of it along Im u = -1/2 (Lewis, 2001), where nothing is singular.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
NAMES = ("spot", "variance", "rate", "mean_reversion", "long_run_variance", "vol_of_vol", "correlation", "strike")


@dataclass(frozen=True)
class Heston:
    spot: float
    variance: float
    rate: float
    mean_reversion: float
    long_run_variance: float
    vol_of_vol: float
    correlation: float
    strike: float = 100.0
    maturity: float = 1.0
    dividend: float = 0.0

    def characteristic(self, u: npt.NDArray[np.complex128]) -> npt.NDArray[np.complex128]:
        """E exp(i u log(spot at maturity / strike))."""
        s, v, r, kappa, eta, sigma, rho, strike, time, q = astuple(self)
        b = kappa - 1j * rho * sigma * u
        d = np.sqrt(b * b + sigma**2 * (u * u + 1j * u))
        g, decay = (b - d) / (b + d), np.exp(-d * time)
        level = kappa * eta / sigma**2 * ((b - d) * time - 2 * np.log((1 - g * decay) / (1 - g)))
        slope = (b - d) / sigma**2 * (1 - decay) / (1 - g * decay)
        return np.asarray(np.exp(1j * u * (np.log(s / strike) + (r - q) * time) + level + slope * v))

    def price(self) -> float:
        u, weight = panels()
        integral = float((weight * self.characteristic(u - 0.5j).real / (u * u + 0.25)).sum())
        return float(self.spot * np.exp(-self.dividend * self.maturity) - self.strike * np.exp(-self.rate * self.maturity) / np.pi * integral)

    @cached_property
    def greeks(self) -> dict[str, float]:
        """By every one of NAMES: central differences, extrapolated once, of a price that is right to rounding; good to nine digits."""
        return {name: (4 * self.slope(name, 0.5) - self.slope(name, 1.0)) / 3 for name in NAMES}

    def slope(self, name: str, part: float) -> float:
        at = float(getattr(self, name))
        step = part * 1e-3 * max(abs(at), 1e-2)
        return (replace(self, **{name: at + step}).price() - replace(self, **{name: at - step}).price()) / (2 * step)

    def options(self) -> list[str]:
        """For cde."""
        names = (*NAMES, "maturity", "dividend")
        return [f"-{name.replace('_', '-')}={value!r}" for name, value in zip(names, astuple(self), strict=True)]


def panels(last: float = 400.0) -> tuple[Numbers, Numbers]:
    """Nodes and weights of Gauss and Legendre on panels that grow, from 0 to where nothing is left of the characteristic function."""
    x, w = np.polynomial.legendre.leggauss(64)
    edges = np.concatenate([[0.0], np.geomspace(0.5, last, 60)])
    half, middle = np.diff(edges) / 2, (edges[1:] + edges[:-1]) / 2
    return (half[:, None] * x + middle[:, None]).ravel(), (half[:, None] * w).ravel()


# In 't Hout and Foulon (2010), table 1, cases 1 to 4; Fang and Oosterlee (2008); Heston (1993).
LITERATURE = {
    "in 't Hout 1": Heston(100, 0.04, 0.025, 1.5, 0.04, 0.3, -0.9),
    "in 't Hout 2": Heston(100, 0.12, 0.01, 3.0, 0.12, 0.04, 0.6, dividend=0.04),
    "in 't Hout 3": Heston(100, 0.0707, 0.03, 0.6067, 0.0707, 0.2928, -0.7571, maturity=3.0),
    "in 't Hout 4": Heston(100, 0.06, 0.0507, 2.5, 0.06, 0.5, -0.1, maturity=0.25, dividend=0.0469),
    "Fang, Oosterlee": Heston(100, 0.0175, 0.0, 1.5768, 0.0398, 0.5751, -0.5711),
    "Heston": Heston(100, 0.01, 0.0, 2.0, 0.01, 0.1, 0.0, maturity=0.5),
    "ten years": Heston(100, 0.0175, 0.0, 1.5768, 0.0398, 0.5751, -0.5711, maturity=10.0),
}
# Prices as published, to the digits that are.
PUBLISHED = {
    "Fang, Oosterlee": (LITERATURE["Fang, Oosterlee"], 5.785155450, 2e-8),
    "ten years": (LITERATURE["ten years"], 22.318945791, 1e-8),
    "Broadie, Kaya 1": (Heston(100, 0.010201, 0.0319, 6.21, 0.019, 0.61, -0.70), 6.8061, 5e-5),
    "Broadie, Kaya 2": (Heston(100, 0.09, 0.05, 2.0, 0.09, 1.0, -0.3, maturity=5.0), 34.9998, 5e-5),
}
