import { Module } from '@nestjs/common';
import { DocsRoutes } from './docs.routes';

/** The interface as a document and as a page. */
@Module({ providers: [DocsRoutes], exports: [DocsRoutes] })
export class OpenApiModule {}
