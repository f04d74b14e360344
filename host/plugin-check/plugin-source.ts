import { relative, sep } from 'node:path';
import type { CallExpression, Node, ObjectLiteralExpression, SourceFile } from 'typescript/unstable/ast';
import type { Symbol as Named } from 'typescript/unstable/sync';
import type { Compiled } from './compiler.ts';
import type { Finding, Level } from './finding.ts';

/** A call of a method: `hooks.filter('…')`. */
export interface MethodCall {
  readonly call: CallExpression;
  readonly method: string;
  /** The object that it is called on. */
  readonly receiver: Node;
  /** The name of the type that declares the method; undefined if the compiler knows no type. */
  readonly type: string | undefined;
}

/** The compiled sources of a plugin, and its findings. */
export class PluginSource {
  readonly compiled: Compiled;
  readonly findings: Finding[] = [];
  readonly #folder: string;
  readonly #explained: { file: SourceFile; from: number; to: number }[] = [];

  constructor(compiled: Compiled, folder: string) {
    this.compiled = compiled;
    this.#folder = folder;
  }

  get files(): readonly SourceFile[] {
    return this.compiled.files;
  }

  /** Adds a finding at a node. */
  report(node: Node, level: Level, code: string, message: string): void {
    const file = node.getSourceFile();
    this.reportAt(file, node.getStart(file), level, code, message);
  }

  /** Adds a finding at a position in a file. */
  reportAt(file: SourceFile, position: number, level: Level, code: string, message: string): void {
    const { line, character } = file.getLineAndCharacterOfPosition(position);
    const name = relative(this.#folder, file.fileName).split(sep).join('/');
    this.findings.push({ file: name, line: line + 1, column: character + 1, level, code, message });
  }

  /** Suppresses the compiler's diagnostics within a node, because a clearer finding explains them. */
  explain(node: Node): void {
    const file = node.getSourceFile();
    this.#explained.push({ file, from: node.getStart(file), to: node.end });
  }

  isExplained(file: SourceFile, position: number): boolean {
    return this.#explained.some((span) => span.file === file && span.from <= position && position <= span.to);
  }

  /** A node and all its descendants. */
  *within(node: Node): Generator<Node> {
    yield node;
    const children: Node[] = [];
    node.forEachChild((child) => void children.push(child));
    for (const child of children) yield* this.within(child);
  }

  /** The symbol of a name, resolved through imports. */
  symbolOf(node: Node): Named | undefined {
    const { checker, syntax } = this.compiled;
    const symbol = checker.getSymbolAtLocation(syntax.isPropertyAccessExpression(node) ? node.name : node);
    if (symbol === undefined || (symbol.flags & ALIAS) === 0) return symbol;
    const aliased = checker.getAliasedSymbol(symbol);
    return checker.isUnknownSymbol(aliased) ? undefined : aliased;
  }

  /** The declarations of a symbol in the plugin's own files. */
  declarationsOf(symbol: Named): Node[] {
    const own = new Set(this.files.map(({ path }) => String(path)));
    return symbol.declarations.filter(({ path }) => own.has(String(path))).flatMap((handle) => handle.resolve() ?? []);
  }

  /** The calls of methods of certain names in a node, or in all files. */
  *methodCalls(among: readonly string[], node?: Node): Generator<MethodCall> {
    const { syntax } = this.compiled;
    for (const root of node === undefined ? this.files : [node]) {
      for (const call of this.within(root)) {
        if (!syntax.isCallExpression(call) || !syntax.isPropertyAccessExpression(call.expression)) continue;
        if (among.includes(call.expression.name.text)) yield this.methodCall(call)!;
      }
    }
  }

  /** A call as that of a method; undefined if it is none. */
  methodCall(call: CallExpression): MethodCall | undefined {
    const { expression } = call;
    if (!this.compiled.syntax.isPropertyAccessExpression(expression)) return undefined;
    const type = this.symbolOf(expression)?.getParent()?.name;
    return { call, method: expression.name.text, receiver: expression.expression, type };
  }

  /** The functions in the plugin's own files that a name refers to. */
  functionsOf(name: Node): Node[] {
    const { syntax } = this.compiled;
    if (!syntax.isIdentifier(name) && !syntax.isPropertyAccessExpression(name)) return [];
    const symbol = this.symbolOf(name);
    if (symbol === undefined) return [];
    return this.declarationsOf(symbol)
      .map((declaration) =>
        syntax.isVariableDeclaration(declaration) || syntax.isPropertyAssignment(declaration)
          ? declaration.initializer
          : declaration,
      )
      .filter((body) => body !== undefined && this.isFunction(body)) as Node[];
  }

  /** The value of a string literal; undefined for any other node. */
  textOf(node: Node | undefined): string | undefined {
    const { syntax } = this.compiled;
    if (node === undefined) return undefined;
    return syntax.isStringLiteral(node) || syntax.isNoSubstitutionTemplateLiteral(node) ? node.text : undefined;
  }

  /** The properties of an object literal by name, without those with computed names. */
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

/** The flag of symbols that are aliases, such as imports. */
const ALIAS = 2097152;
