import { rerankerContract } from '../reranker.contract';
import { LexicalReranker } from './lexical-reranker';

describe('LexicalReranker', () => {
  rerankerContract(async () => new LexicalReranker());
});
