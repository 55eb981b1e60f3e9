"""Tables with words and holes as arrays of numbers, for learners that take nothing else."""
import numpy
import scipy.sparse

HOLE = -1  # below every number of the sets with words, and no code of a word


def is_words(column):
    return column.dtype == object


def ordinal(table):
    """Words as their place in the alphabet, holes as a value of their own below all others; float32."""
    features = numpy.empty(table.shape, dtype=numpy.float32, order="F")
    for i, name in enumerate(table.columns):
        column = table[name]
        features[:, i] = column.astype("category").cat.codes if is_words(column) else column.fillna(HOLE)
    return numpy.ascontiguousarray(features)


def one_hot(table):
    """A column of zeros and ones for each word, none of them one where the word is missing; sparse, float32."""
    blocks = []
    for name in table.columns:
        column = table[name]
        if is_words(column):
            words = column.astype("category")
            rows = numpy.flatnonzero(words.notna())
            places = (rows, words.cat.codes.to_numpy()[rows])
            ones = numpy.ones(len(rows), dtype=numpy.float32)
            blocks.append(scipy.sparse.csc_matrix((ones, places), shape=(len(table), len(words.cat.categories))))
        else:
            blocks.append(scipy.sparse.csc_matrix(column.fillna(HOLE).to_numpy(dtype=numpy.float32)[:, None]))
    return scipy.sparse.hstack(blocks, format="csc", dtype=numpy.float32)
