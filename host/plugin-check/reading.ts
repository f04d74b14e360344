import { relative, sep } from 'node:path';
import type { CallExpression, Node, ObjectLiteralExpression, SourceFile } from 'typescript/unstable/ast';
import type { Symbol as Named } from 'typescript/unstable/sync';
import type { Compiled } from './compiler.ts';
import type { Finding, Level } from './finding.ts';

/** A method that is called on something: `hooks.filter('…')`. */
export interface MethodCall {
  readonly call: CallExpression;
  readonly method: string;
  /** What it is called on. */
  readonly receiver: Node;
  /** The name of the type that declares the method; undefined where the compiler knows no type. */
  readonly type: string | undefined;
}

/** Reads a plugin's sources with the compiler's eyes, and gathers what is found. */
export class Reading {
  readonly compiled: Compiled;
  readonly findings: Finding[] = [];
  readonly #folder: string;
  readonly #answered: { file: SourceFile; from: number; to: number }[] = [];

  constructor(compiled: Compiled, folder: string) {
    this.compiled = compiled;
    this.#folder = folder;
  }

  get files(): readonly SourceFile[] {
    return this.compiled.files;
  }

  /** Notes a finding at a node. */
  report(node: Node, level: Level, code: string, message: string): void {
    const file = node.getSourceFile();
    this.reportAt(file, node.getStart(file), level, code, message);
  }

  /** Notes a finding at a position of a file. */
  reportAt(file: SourceFile, position: number, level: Level, code: string, message: string): void {
    const { line, character } = file.getLineAndCharacterOfPosition(position);
    const name = relative(this.#folder, file.fileName).split(sep).join('/');
    this.findings.push({ file: name, line: line + 1, column: character + 1, level, code, message });
  }

  /** Says that what the compiler complains of within a node is told already, in better words. */
  answer(node: Node): void {
    const file = node.getSourceFile();
    this.#answered.push({ file, from: node.getStart(file), to: node.end });
  }

  isAnswered(file: SourceFile, position: number): boolean {
    return this.#answered.some((span) => span.file === file && span.from <= position && position <= span.to);
  }

  /** A node, and all below it. */
  *within(node: Node): Generator<Node> {
    yield node;
    const children: Node[] = [];
    node.forEachChild((child) => void children.push(child));
    for (const child of children) yield* this.within(child);
  }

  /** What a name stands for, through imports. */
  symbolOf(node: Node): Named | undefined {
    const { checker, syntax } = this.compiled;
    const symbol = checker.getSymbolAtLocation(syntax.isPropertyAccessExpression(node) ? node.name : node);
    if (symbol === undefined || (symbol.flags & ALIAS) === 0) return symbol;
    const aliased = checker.getAliasedSymbol(symbol);
    return checker.isUnknownSymbol(aliased) ? undefined : aliased;
  }

  /** Where a symbol is written, in the plugin's own files. */
  declarationsOf(symbol: Named): Node[] {
    const own = new Set(this.files.map(({ path }) => String(path)));
    return symbol.declarations.filter(({ path }) => own.has(String(path))).flatMap((handle) => handle.resolve() ?? []);
  }

  /** The calls of methods in a node, or in all files. */
  *methodCalls(among: readonly string[], node?: Node): Generator<MethodCall> {
    const { syntax } = this.compiled;
    for (const root of node === undefined ? this.files : [node]) {
      for (const call of this.within(root)) {
        if (!syntax.isCallExpression(call) || !syntax.isPropertyAccessExpression(call.expression)) continue;
        const method = call.expression.name.text;
        if (!among.includes(method)) continue;
        const type = this.symbolOf(call.expression)?.getParent()?.name;
        yield { call, method, receiver: call.expression.expression, type };
      }
    }
  }

  /** A text that stands in the source as it is. */
  textOf(node: Node | undefined): string | undefined {
    const { syntax } = this.compiled;
    if (node === undefined) return undefined;
    return syntax.isStringLiteral(node) || syntax.isNoSubstitutionTemplateLiteral(node) ? node.text : undefined;
  }

  /** The properties of a map in the source, by name; those with computed names are left out. */
  propertiesOf(map: ObjectLiteralExpression): Map<string, Node> {
    const { syntax } = this.compiled;
    const named = new Map<string, Node>();
    for (const property of map.properties) {
      const { name } = property as { name?: Node };
      if (name === undefined) continue;
      const key = syntax.isIdentifier(name) || syntax.isNumericLiteral(name) ? name.text : this.textOf(name);
      if (key !== undefined) named.set(key, property);
    }
    return named;
  }

  /** Whether a node is a function with a body of its own. */
  isFunction(node: Node): boolean {
    const { syntax } = this.compiled;
    return (
      syntax.isArrowFunction(node) ||
      syntax.isFunctionExpression(node) ||
      syntax.isFunctionDeclaration(node) ||
      syntax.isMethodDeclaration(node)
    );
  }
}

/** The flag of a symbol that stands for another, such as an imported one. */
const ALIAS = 2097152;
