import { AccessModule } from '@lectern/access';
import { IndexingModule } from '@lectern/indexing';
import { KnowledgeBoxModule } from '@lectern/knowledge-box';
import { run } from '@lectern/runtime';

void run([AccessModule, IndexingModule, KnowledgeBoxModule]);
