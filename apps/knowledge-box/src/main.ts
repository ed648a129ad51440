import { KnowledgeBoxModule } from '@lectern/knowledge-box';
import { run } from '@lectern/runtime';

void run([KnowledgeBoxModule]);
