/** How a web page is to be read. */
export interface PageOptions {
  /** Where it was found in the end: relative links are resolved against it. */
  readonly address: string;
  /** Keeps these parts only. */
  readonly cssSelector?: string;
  readonly xpath?: string;
  /** Without menus, advertisements and the like; all of it when false. */
  readonly mainContent: boolean;
}
