export { AccessModule } from './access.module';
