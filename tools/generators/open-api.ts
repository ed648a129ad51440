import { WireNames } from '@lectern/contracts/core';
import { allOperations } from '@lectern/contracts/operations';
import { httpOperations, openApiDocument } from '@lectern/gateway';

/** The document that a gateway serves as `/api/v1/openapi.json` without aliases, for both hosts. */
export function openApiText(version: string): string {
  const operations = httpOperations(allOperations, ['zone', 'accounts']);
  const names = WireNames.canonical;
  return `${JSON.stringify(openApiDocument(operations, { title: names.homeTitle, version, names }), null, 1)}\n`;
}
