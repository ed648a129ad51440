import { KeywordIndexModule } from '@lectern/keyword-index';
import { VectorIndexModule } from '@lectern/vector-index';

/** Index readers, one module per index, shared by the features. */
export const keywordIndexes = KeywordIndexModule.forRoot({ role: 'reader' });
export const vectorIndexes = VectorIndexModule.forRoot({ role: 'reader' });
