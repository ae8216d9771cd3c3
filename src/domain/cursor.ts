/** How far a growing file has been read. */
export interface FileCursor {
  readonly inode: number;
  /** Bytes read, up to the end of a line. */
  readonly offset: number;
  /** Lines read. */
  readonly line: number;
  /** Hash of the first bytes (at most 1,024, at most `offset`): another hash means another file. */
  readonly headHash: string;
  /** Number of bytes that `headHash` covers. */
  readonly headLength: number;
}
