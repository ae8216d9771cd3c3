/** A text file that people or agents keep beside the code, as it was read: not redacted. */
export interface NoteFile {
  /** How the file is called in evidence: relative to the project's root, or absolute for an agent's own memory. */
  readonly file: string;
  /** Time of its last change, ISO 8601 UTC. */
  readonly at: string;
  /** Hash of the whole text: the same hash, nothing new. */
  readonly hash: string;
  readonly text: string;
  /** Lines of the file before `text`: its front matter. */
  readonly rowsBefore?: number;
}

/** One file of an agent's own memory, without its front matter. */
export interface AgentMemoryFile extends NoteFile {
  /** Folder name that the client made of the project's path. */
  readonly slug: string;
  /** What its front matter says it is about. */
  readonly type?: 'user' | 'feedback' | 'project' | 'reference';
  /** One line, from the front matter. */
  readonly description?: string;
}

/** What an instruction file tells an agent already. */
export interface KnownElsewhere {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
}
