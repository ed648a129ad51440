/** Constants of the build, see `vite.config.mjs`. */
interface ImportMetaEnv {
  /** Where the data of pdf.js lie: a path that ends with a slash. */
  readonly PDF_DATA: string;
  /** Where the sample documents lie: a path that ends with a slash. */
  readonly SAMPLES: string;
  /** Path of the licences of everything in the bundle. */
  readonly LICENCES: string;
}
