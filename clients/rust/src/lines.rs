/// The bytes that were read, and the lines in them.
#[derive(Default)]
pub(crate) struct LineBuffer {
    bytes: Vec<u8>,
    /// The start of the next line, and the end of the part that was searched for its end.
    start: usize,
    searched: usize,
}

impl LineBuffer {
    pub(crate) fn append(&mut self, bytes: &[u8]) {
        // Handed-out lines are removed only if they are the larger part, so that each byte is moved at most once on average.
        if self.start > self.bytes.len() / 2 {
            self.bytes.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// The number of bytes of the line that is not complete.
    pub(crate) fn incomplete(&self) -> usize {
        self.bytes.len() - self.start
    }

    /// The next complete line, without its end.
    pub(crate) fn next(&mut self) -> Option<&[u8]> {
        match self.bytes[self.searched..].iter().position(|byte| *byte == b'\n') {
            Some(length) => {
                let (start, end) = (self.start, self.searched + length);
                self.start = end + 1;
                self.searched = self.start;
                Some(&self.bytes[start..end])
            }
            None => {
                self.searched = self.bytes.len();
                None
            }
        }
    }
}
