import { AccountsModule } from '@lectern/accounts';
import { GatewayModule } from '@lectern/gateway';
import { KnowledgeBoxModule } from '@lectern/knowledge-box';
import { run } from '@lectern/runtime';
import { SearchModule } from '@lectern/search';
import { UnderstandingModule } from '@lectern/understanding';

void run([AccountsModule, KnowledgeBoxModule, UnderstandingModule, SearchModule, GatewayModule]);
