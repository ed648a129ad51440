/**
 * A whole number in an answer: a count, size, offset or position. The interface document says `integer`.
 *
 * @asType integer
 */
export type Integer = number;
