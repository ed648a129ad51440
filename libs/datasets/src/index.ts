export { DatasetsModule } from './datasets.module';
