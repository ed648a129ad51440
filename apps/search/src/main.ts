import { run } from '@lectern/runtime';
import { SearchModule } from '@lectern/search';

void run([SearchModule], { needsOneOf: ['keyword-index', 'vector-index'] });
