import { KeywordIndexModule } from '@lectern/keyword-index';
import { VectorIndexModule } from '@lectern/vector-index';

/** Readers of the indexes; one module each, which features share. */
export const keywordIndexes = KeywordIndexModule.forRoot({ role: 'reader' });
export const vectorIndexes = VectorIndexModule.forRoot({ role: 'reader' });
