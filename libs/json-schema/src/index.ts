export { type AnswerSchema, answerSchema, SchemaError } from './answer-schema';
