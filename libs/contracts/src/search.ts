import 'reflect-metadata';
export * from './search/ask-item/ask-item.dto';
export * from './search/ask/ask.dto';
export * from './search/ask/ask.operations';
export * from './search/find/find.dto';
export * from './search/find/find.operations';
export * from './search/operations';
export * from './search/retrieval-request/retrieval-request.dto';
