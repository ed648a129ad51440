/** The storage behind `@Type`, which class-transformer does not describe. */
declare module 'class-transformer/cjs/storage' {
  interface TypeEntry {
    readonly typeFunction: () => unknown;
    readonly options?: {
      readonly discriminator?: {
        readonly property: string;
        readonly subTypes: readonly { readonly name: string; readonly value: unknown }[];
      };
    };
  }
  export const defaultMetadataStorage: {
    findTypeMetadata(target: unknown, propertyName: string): TypeEntry | undefined;
  };
}
