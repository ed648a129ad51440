import { GatewayModule } from '@lectern/gateway';
import { run } from '@lectern/runtime';

void run([GatewayModule]);
