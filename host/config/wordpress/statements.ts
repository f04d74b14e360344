import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { ConfigError } from '../settings.ts';
import { COMPUTED, Expressions, type Scope, textOf, truthOf, type Value } from './expressions.ts';
import { both, either, not, type Truth } from './logic.ts';
import { type Token, tokensOf } from './tokens.ts';

/** How many files may include one another, and how large each may be, in bytes. */
const DEPTH = 10;
const LARGEST = 2 ** 20;

const INCLUDES = ['require', 'require_once', 'include', 'include_once'];

/** What a folder of one file for each host is named with, as Debian's packages have it. */
const OF_HOSTS = /\/config-$/;

/** What configuration written in PHP says, by the part of it that needs no PHP. */
export interface PhpConfig {
  /** The constants that are defined, and those that PHP computes. */
  readonly constants: ReadonlyMap<string, Value>;
  readonly variables: ReadonlyMap<string, Value>;
  /** The files that were read, in order. */
  readonly files: readonly string[];
}

/** How a configuration is read. */
export interface PhpConfigOptions {
  /** The constants that are defined before it is run. */
  readonly constants: Readonly<Record<string, string | number | boolean>>;
  /** The file of `folder` for the host that is served, where the configuration includes one for each. */
  hostFile(folder: string): string;
}

/** Reads a configuration file and those it includes, without running them. */
export function readPhpConfig(file: string, options: PhpConfigOptions): PhpConfig {
  const constants = new Map<string, Value>(Object.entries(options.constants));
  const variables = new Map<string, Value>();
  const files: string[] = [];
  const readFile = (path: string, runs: Truth) => {
    // A file is named as PHP names it, behind all links.
    const real = realpathSync(path);
    if (files.length >= DEPTH || files.includes(real)) return;
    if (statSync(real).size > LARGEST) throw new ConfigError(`${real}: it is too long for a configuration`);
    files.push(real);
    const scope = { file: real, constants, variables };
    new Statements(readFileSync(real, 'utf8'), scope, options, readFile).run(runs);
  };
  readFile(file, true);
  return { constants, variables, files };
}

/** Goes through the statements of a file, and does what those do that define something. */
class Statements {
  readonly #read: Expressions;
  readonly #scope: Scope;
  readonly #options: PhpConfigOptions;
  readonly #include: (path: string, runs: Truth) => void;

  constructor(source: string, scope: Scope, options: PhpConfigOptions, include: (path: string, runs: Truth) => void) {
    this.#read = new Expressions(tokensOf(source), scope);
    this.#scope = scope;
    this.#options = options;
    this.#include = include;
  }

  /** Goes through all statements, up to the one that loads WordPress. */
  run(runs: Truth): void {
    while (!this.#read.isOver) {
      this.#statement(runs);
      this.#read.take('}', ')', ']');
    }
  }

  #statement(runs: Truth): void {
    const read = this.#read;
    const token = read.tokens[read.at]!;
    if (read.take(';')) return;
    if (read.take('{')) this.#block(runs);
    else if (read.take('if')) this.#if(runs);
    else if (this.#defines(token, runs)) {
      read.skipTo(';');
      read.take(';');
    } else this.#other(runs);
  }

  /** Reads a statement that may define something; false for any other. */
  #defines({ kind, text }: Token, runs: Truth): boolean {
    const read = this.#read;
    if (read.take('define')) {
      this.#define(runs);
    } else if (read.take('const')) {
      const name = read.tokens[read.at]?.text ?? '';
      read.at++;
      if (read.take('=')) this.#set(name, read.expression(), runs);
    } else if (read.is('defined', '!')) {
      this.#guarded(runs);
    } else if (read.take(...INCLUDES)) {
      this.#includes(read.expression(), runs);
    } else if (kind === 'variable') {
      read.at++;
      this.#assign(text, runs);
    } else {
      return false;
    }
    return true;
  }

  /** The statements up to the end of a block, or of the branch of an `if` that is written with colons. */
  #block(runs: Truth, ...ends: readonly string[]): void {
    const read = this.#read;
    while (!read.isOver && !read.is('}', ...ends)) this.#statement(runs);
    if (ends.length === 0) read.take('}');
  }

  #if(runs: Truth): void {
    const read = this.#read;
    let taken: Truth = false;
    let isElse = false;
    do {
      let holds: Truth = true;
      if (!isElse && read.take('(')) {
        holds = truthOf(read.expression());
        read.skipTo(')');
        read.take(')');
      }
      const branch = both(runs, both(holds, not(taken)));
      if (read.take(':')) this.#block(branch, 'elseif', 'else', 'endif');
      else if (!read.isOver) this.#statement(branch);
      taken = either(taken, holds);
      if (read.take('elseif')) continue;
      if (isElse || !read.take('else')) break;
      isElse = !read.take('if');
    } while (!read.isOver);
    if (read.take('endif')) read.take(';');
  }

  /** `defined('X') || define('X', …)`, and the like. */
  #guarded(runs: Truth): void {
    const read = this.#read;
    const holds = truthOf(read.operand());
    const isOr = read.is('||', 'or');
    if (!read.take('||', 'or', '&&', 'and')) return;
    if (read.take('define')) this.#define(both(runs, isOr ? not(holds) : holds));
  }

  #define(runs: Truth): void {
    const read = this.#read;
    if (!read.take('(')) return;
    const name = textOf(read.expression());
    const value = read.take(',') ? read.expression() : COMPUTED;
    read.skipTo(')');
    read.take(')');
    if (name !== undefined) this.#set(name, value, runs);
  }

  /** Defines a constant. The first definition holds. */
  #set(name: string, value: Value, runs: Truth): void {
    const { constants } = this.#scope;
    if (runs !== false && !constants.has(name)) constants.set(name, runs === true ? value : COMPUTED);
  }

  #assign(name: string, runs: Truth): void {
    const read = this.#read;
    const joins = read.is('.=');
    if (!read.take('=', '.=')) return;
    const [first] = read.tokens.slice(read.at);
    const before = joins ? textOf(this.#scope.variables.get(name) ?? COMPUTED) : '';
    const given = read.expression();
    const text = textOf(given);
    let value = joins ? (before === undefined || text === undefined ? COMPUTED : before + text) : given;
    if (value === COMPUTED && first?.kind === 'text' && OF_HOSTS.test(first.text)) {
      value = this.#options.hostFile(dirname(first.text));
    }
    if (runs !== false) this.#scope.variables.set(name, runs === true ? value : COMPUTED);
  }

  #includes(value: Value, runs: Truth): void {
    const name = textOf(value);
    if (name === undefined || runs === false) return;
    // What stands behind it comes too late.
    if (basename(name) === 'wp-settings.php') {
      if (runs === true) this.#read.at = this.#read.tokens.length;
      return;
    }
    const path = resolve(dirname(this.#scope.file), name);
    if (existsSync(path)) this.#include(path, runs);
  }

  /** A statement of another kind. What stands in the block of one runs never, or so often as PHP knows. */
  #other(runs: Truth): void {
    const read = this.#read;
    const isDefinition = read.is('function', 'class', 'trait', 'interface', 'abstract', 'final');
    read.at++;
    for (; !read.isOver && !read.is(';', '}'); read.at++) {
      if (read.take('{')) {
        this.#block(isDefinition ? false : both(runs, undefined));
        return;
      }
      if (read.take('(', '[')) read.skipTo(')', ']');
    }
    read.take(';');
  }
}
