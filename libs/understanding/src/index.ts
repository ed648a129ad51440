export { UnderstandingModule } from './understanding.module';
