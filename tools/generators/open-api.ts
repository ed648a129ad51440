import { type InterfaceDescription, WireNames } from '@lectern/contracts/core';
import { allOperations } from '@lectern/contracts/operations';
import { httpOperations, openApiDocument } from '@lectern/gateway';

/** The document that a gateway serves as `/api/v1/openapi.json` without aliases, for both hosts. */
export function openApiText(version: string, description: InterfaceDescription): string {
  const operations = httpOperations(allOperations, ['zone', 'accounts']);
  const names = WireNames.canonical;
  return `${JSON.stringify(openApiDocument(operations, { title: names.homeTitle, version, names, description }), null, 1)}\n`;
}
