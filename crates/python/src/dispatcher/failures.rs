//! Exceptions of kernels on a GPU: the record in device memory to a Python exception.

use crate::raise;
use coluber_abi::{ExceptionClass, word_count};
use coluber_session::ptx::{ErrorSite, ErrorTable};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Where the code of a kernel raises, and how its record is read.
#[pyclass(module = "coluber._native", frozen)]
pub struct Failures {
    table: ErrorTable,
}

impl Failures {
    /// For the sites of a kernel.
    pub fn new(table: ErrorTable) -> Self {
        Failures { table }
    }
}

/// A thread or a block by its indices.
type Place = [i32; 3];

#[pymethods]
impl Failures {
    /// Name of the record, a variable of the code.
    #[getter]
    fn symbol(&self) -> &str {
        &self.table.symbol
    }

    /// Size of the record.
    #[getter]
    fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// The exception that a record of `bytes` bytes tells of; None if no thread raised.
    fn exception<'py>(&self, py: Python<'py>, record: &[u8]) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some((code, tid, ctaid, words)) = parts(record) else {
            return Err(PyValueError::new_err("the record of exceptions is too short"));
        };
        if code == 0 {
            return Ok(None);
        }
        let site = self.table.sites.get(code as usize - 1);
        let site = site.ok_or_else(|| PyValueError::new_err(format!("there is no raise site {code}")))?;
        let count = word_count(&site.types).min(words.len());
        let class = ExceptionClass::from_word(&site.class).unwrap_or(ExceptionClass::Builtin(0));
        let error = raise::made(py, class, message(site), site.types.iter().copied(), &words[..count])?;
        let error = raise::on_device(py, error, tid, ctaid, (&site.file, &site.function, site.line))?;
        Ok(Some(error.into_value(py).into_bound(py).into_any()))
    }
}

fn message(site: &ErrorSite) -> Option<&str> {
    Some(&*site.message).filter(|text| !text.is_empty())
}

/// Code, thread, block and words of a record.
fn parts(record: &[u8]) -> Option<(u32, Place, Place, Vec<u64>)> {
    let (header, rest) = record.split_at_checked(ErrorTable::HEADER_BYTES)?;
    let mut fields = header.chunks_exact(4).map(|bytes| u32::from_ne_bytes(bytes.try_into().unwrap_or_default()));
    let code = fields.next()?;
    let mut place = || Some([fields.next()? as i32, fields.next()? as i32, fields.next()? as i32]);
    let (tid, ctaid) = (place()?, place()?);
    let words = rest.chunks_exact(8).map(|bytes| u64::from_ne_bytes(bytes.try_into().unwrap_or_default()));
    Some((code, tid, ctaid, words.collect()))
}
