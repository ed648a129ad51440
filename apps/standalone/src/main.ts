import { AccessModule } from '@lectern/access';
import { AccountsModule } from '@lectern/accounts';
import { AgentsModule } from '@lectern/agents';
import { AugmentationModule } from '@lectern/augmentation';
import { DatasetsModule } from '@lectern/datasets';
import { GatewayModule } from '@lectern/gateway';
import { IndexingModule } from '@lectern/indexing';
import { KnowledgeBoxModule } from '@lectern/knowledge-box';
import { ProcessingApiModule } from '@lectern/processing-api';
import { run } from '@lectern/runtime';
import { SearchModule } from '@lectern/search';
import { TransferModule } from '@lectern/transfer';
import { UnderstandingModule } from '@lectern/understanding';

const zone = [
  AccessModule,
  IndexingModule,
  KnowledgeBoxModule,
  TransferModule,
  UnderstandingModule,
  AugmentationModule,
  ProcessingApiModule,
  DatasetsModule,
  SearchModule,
  AgentsModule,
  GatewayModule,
];

// Users and accounts are here, too, unless they are on a host of their own.
void run(process.env['ACCOUNTS_URL'] ? zone : [AccountsModule, ...zone], { defaults: { SIGN_IN_LINK: 'terminal' } });
