/** Requests per minute, as a gateway of the zone counts them. */
export class RequestRatesStatus {
  /** Each rate that has a limit. */
  rates!: readonly {
    /** `key`: of the credential of this request; `account`: of all requests for the account. */
    readonly name: string;
    /** Most requests per minute. */
    readonly limit: number;
    /** Requests of the last minute, in all gateways as far as they are near a limit. */
    readonly used: number;
  }[];
}
