import { run } from '@lectern/runtime';
import { UnderstandingModule } from '@lectern/understanding';

void run([UnderstandingModule]);
