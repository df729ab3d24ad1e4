"""The version of the contract between the translator and the headers that generated code includes (ops/loops/launch/contract.hpp, which says when to raise it).

Test:    tests/translator/contract_test.py
"""

VERSION = 3
