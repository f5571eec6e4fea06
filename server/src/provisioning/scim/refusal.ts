/** The kinds of errors of RFC 7644 section 3.12. */
export type ScimType =
  | 'invalidCursor'
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/** A refusal in the words of SCIM. */
export class ScimRefusal extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

/** Whom the organization excludes: what it wants, and no failure of the source. */
export class ExcludedRefusal extends ScimRefusal {
  constructor() {
    super(403, 'The organization excludes this user from the source.');
  }
}

/** 400 with its kind. */
export const bad = (scimType: ScimType, detail: string): ScimRefusal => new ScimRefusal(400, detail, scimType);
