//! A Parquet table that is filled row by row.

use std::io::Write;
use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Date32Builder, Int32Builder, Int64Builder, StringBuilder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;

/// Rows that are kept before they go to the writer, and rows of a group in the file.
const BATCH_ROWS: usize = 8 * 1024;
const GROUP_ROWS: usize = 256 * 1024;

/// A column: its name and what it holds.
pub(super) type Column = (&'static str, Kind);

/// What a column holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Text,
    Int,
    Long,
    Bool,
    Date,
}

/// A value of a row.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cell<'a> {
    Text(Option<&'a str>),
    Int(Option<i32>),
    Long(Option<i64>),
    Bool(Option<bool>),
    /// Days since 1970.
    Date(Option<i32>),
}

enum Builder {
    Text(StringBuilder),
    Int(Int32Builder),
    Long(Int64Builder),
    Bool(BooleanBuilder),
    Date(Date32Builder),
}

impl Builder {
    fn new(kind: Kind) -> Builder {
        match kind {
            Kind::Text => Builder::Text(StringBuilder::new()),
            Kind::Int => Builder::Int(Int32Builder::new()),
            Kind::Long => Builder::Long(Int64Builder::new()),
            Kind::Bool => Builder::Bool(BooleanBuilder::new()),
            Kind::Date => Builder::Date(Date32Builder::new()),
        }
    }

    /// A cell of another kind than its column's is left empty; a test of every row sees to it
    /// that there is none.
    fn push(&mut self, cell: Cell<'_>) {
        match (self, cell) {
            (Builder::Text(builder), Cell::Text(text)) => builder.append_option(text),
            (Builder::Int(builder), Cell::Int(number)) => builder.append_option(number),
            (Builder::Long(builder), Cell::Long(number)) => builder.append_option(number),
            (Builder::Bool(builder), Cell::Bool(yes)) => builder.append_option(yes),
            (Builder::Date(builder), Cell::Date(days)) => builder.append_option(days),
            (Builder::Text(builder), _) => builder.append_null(),
            (Builder::Int(builder), _) => builder.append_null(),
            (Builder::Long(builder), _) => builder.append_null(),
            (Builder::Bool(builder), _) => builder.append_null(),
            (Builder::Date(builder), _) => builder.append_null(),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Builder::Text(builder) => Arc::new(builder.finish()),
            Builder::Int(builder) => Arc::new(builder.finish()),
            Builder::Long(builder) => Arc::new(builder.finish()),
            Builder::Bool(builder) => Arc::new(builder.finish()),
            Builder::Date(builder) => Arc::new(builder.finish()),
        }
    }
}

/// A table on its way into a file.
pub(super) struct Table<W: Write + Send> {
    writer: ArrowWriter<W>,
    schema: Arc<Schema>,
    builders: Vec<Builder>,
    rows: usize,
}

impl<W: Write + Send> Table<W> {
    pub(super) fn new(output: W, columns: &[Column]) -> Result<Table<W>, ParquetError> {
        let field = |(name, kind): &Column| {
            let kind = match kind {
                Kind::Text => DataType::Utf8,
                Kind::Int => DataType::Int32,
                Kind::Long => DataType::Int64,
                Kind::Bool => DataType::Boolean,
                Kind::Date => DataType::Date32,
            };
            Field::new(*name, kind, true)
        };
        let schema = Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()));
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
            .set_max_row_group_row_count(Some(GROUP_ROWS))
            .build();
        let writer = ArrowWriter::try_new(output, Arc::clone(&schema), Some(properties))?;
        let builders = columns.iter().map(|(_, kind)| Builder::new(*kind)).collect();
        Ok(Table { writer, schema, builders, rows: 0 })
    }

    pub(super) fn push(&mut self, cells: &[Cell<'_>]) -> Result<(), ParquetError> {
        for (builder, cell) in self.builders.iter_mut().zip(cells) {
            builder.push(*cell);
        }
        self.rows += 1;
        if self.rows == BATCH_ROWS { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        let columns = self.builders.iter_mut().map(Builder::finish).collect();
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns)?;
        self.rows = 0;
        self.writer.write(&batch)
    }

    pub(super) fn finish(mut self) -> Result<(), ParquetError> {
        if self.rows > 0 {
            self.flush()?;
        }
        self.writer.close().map(|_| ())
    }
}
