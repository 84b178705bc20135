use std::collections::VecDeque;
use std::io::BufRead;

/// The bytes that were read, as lines.
#[derive(Default)]
pub(crate) struct LineBuffer {
    complete: VecDeque<Vec<u8>>,
    incomplete: Vec<u8>,
}

impl LineBuffer {
    pub(crate) fn append(&mut self, mut bytes: &[u8]) {
        // Reading from memory does not fail.
        while matches!(bytes.read_until(b'\n', &mut self.incomplete), Ok(count) if count > 0) {
            if self.incomplete.last() == Some(&b'\n') {
                self.incomplete.pop();
                self.complete.push_back(std::mem::take(&mut self.incomplete));
            }
        }
    }

    /// The number of bytes of the line that is not complete.
    pub(crate) fn incomplete(&self) -> usize {
        self.incomplete.len()
    }

    /// The next complete line, without its end.
    pub(crate) fn next(&mut self) -> Option<Vec<u8>> {
        self.complete.pop_front()
    }
}
