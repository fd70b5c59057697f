"""Tests of the packages that are built, installed and released."""
