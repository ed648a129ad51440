export { SchemaError } from './answer-schema';
export { AnswerSchemas, answerSchemas, type SchemaCircumstances } from './answer-schemas';
export { isValueOf, keyValuesProblem, keyValueType } from './key-values';
