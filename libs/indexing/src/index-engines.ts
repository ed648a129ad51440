import { KeywordIndexModule } from '@lectern/keyword-index';
import { VectorIndexModule } from '@lectern/vector-index';

/** The only writer of the indexes; one module each, which features share. */
export const keywordIndexes = KeywordIndexModule.forRoot({ role: 'writer' });
export const vectorIndexes = VectorIndexModule.forRoot({ role: 'writer' });
