/** A kind of block whose markup is stored as it is shown, with the attributes of its own. */
export interface StaticBlock {
  readonly name: string;
  readonly title: string;
  readonly category: string;
  readonly parent?: readonly string[];
  readonly usesContext?: readonly string[];
  readonly providesContext?: Readonly<Record<string, string>>;
  /** Schemas by name, with what editors read of them: where in the markup the value stands. */
  readonly attributes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly supports: Readonly<Record<string, unknown>>;
}
