import { KeywordIndexModule } from '@lectern/keyword-index';
import { VectorIndexModule } from '@lectern/vector-index';

/** The only writers of the indexes, one module each, shared by the features. */
export const keywordIndexes = KeywordIndexModule.forRoot({ role: 'writer' });
export const vectorIndexes = VectorIndexModule.forRoot({ role: 'writer' });
