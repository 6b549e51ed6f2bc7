"""The version of the language and its engine; packages name the range they were written for."""

ENGINE = "0.1.0"
